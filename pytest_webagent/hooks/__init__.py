"""The parts of the pytest plugin: options, header, collection, event loops, results."""
