"""What `evenmoney bench` measures, one module a measure."""
