-- Raises when it is loaded.
error "not today"
