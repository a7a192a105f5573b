"""What people may ask of a table: types, the registry of when each makes sense, and carrying it out."""
