"""The mechanics of simulated robots: wheels with errors, and bodies that stop and push each other."""
