-- The digest of a text: 16 hexadecimal digits (64-bit FNV-1a).
return require "aurum".sys.digest
