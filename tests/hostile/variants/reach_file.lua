-- Reaches for a file by what it inherits from.
return { name = "reach_file", base = "/etc/hostname" }
