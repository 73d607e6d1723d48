-- Loops at file level, where no hook's limit would see it.
while true do end
