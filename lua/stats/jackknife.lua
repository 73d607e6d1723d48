-- Jackknife: confidence intervals of statistics that are not means, such as a
-- share of variance or a standard deviation.
--
-- Each observation is a vector, and the statistic is a function of the means
-- of the vectors. The pseudo-value of an observation is
--   n * statistic of all - (n - 1) * statistic of all others.
-- Pseudo-values are treated as a sample: their mean is the statistic without
-- most of its bias, and Student's t over them gives its interval (Tukey 1958;
-- Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 11).
local jackknife = {}

local same = 1e-9 -- relative difference that is rounding

--- The means of some vectors, of which `left_out`, if given, is left out.
local function means_of(sums, n, left_out)
  local means = {}
  for k, sum in ipairs(sums) do
    means[k] = left_out and (sum - left_out[k]) / (n - 1) or sum / n
  end
  return means
end

--- The pseudo-values of vectors for a statistic, `derive(means, n)`: a number
--- from the means of n vectors, or nil. nil if it has no value for all vectors
--- or for all but one.
function jackknife.pseudo_values(vectors, derive)
  local n, sums = #vectors, {}
  for _, vector in ipairs(vectors) do
    for k, x in ipairs(vector) do sums[k] = (sums[k] or 0.0) + x end
  end
  local all = n > 0 and derive(means_of(sums, n), n)
  if not all or n < 2 then return all and { all } or nil end
  local values = {}
  for i, vector in ipairs(vectors) do
    local others = derive(means_of(sums, n, vector), n - 1)
    if not others then return nil end
    local rounding = math.abs(others - all) <= same * math.abs(all)
    values[i] = rounding and all or n * all - (n - 1) * others
  end
  return values
end

return jackknife
