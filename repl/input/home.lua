-- Paths that begin with ~/, as a shell reads them.
local home = {}

--- A path whose ~/ became the person's own folder.
function home.path(path)
  if path:sub(1, 2) ~= "~/" then return path end
  return (os.getenv "HOME" or "~") .. path:sub(2)
end

return home
