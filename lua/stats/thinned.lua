-- A series of any length in few points: it drops every second point whenever it
-- holds `most`, and from then on skips every second observation.
local thinned = {}
thinned.__index = thinned

local most = 128

--- A course without points: `at`, the numbers of observations, and `values`.
function thinned.new()
  return setmetatable({ at = {}, values = {}, step = 1 }, thinned)
end

local function halve(self)
  for i = 1, most // 2 do
    self.at[i], self.values[i] = self.at[2 * i], self.values[2 * i]
  end
  for i = most // 2 + 1, most do self.at[i], self.values[i] = nil, nil end
  self.step = 2 * self.step
end

--- Takes observation `n`, 1, 2, 3 and so on. If it is a point of the course,
--- make() returns its value.
function thinned:add(n, make)
  if n % self.step ~= 0 then return end
  if #self.at == most then halve(self) end
  if n % self.step == 0 then self:close(n, make) end
end

--- Makes observation `n`, the last, a point of the course.
function thinned:close(n, make)
  if n == 0 or self.at[#self.at] == n then return end
  self.at[#self.at + 1], self.values[#self.values + 1] = n, make()
end

return thinned
