"""What a person does with mouse and keyboard on one page."""
