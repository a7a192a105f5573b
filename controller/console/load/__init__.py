"""What keeps the page's servers open under load: fair shares of connections, deadlines, rates, a stop of its own."""
