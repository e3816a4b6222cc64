"""The pytest plugin in parts: settings, collecting, outcomes, repeats, mutations, results, YAML, grounding models."""
