-- Never loads.
while true do end
