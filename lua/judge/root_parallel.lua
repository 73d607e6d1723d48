-- Roots: the parts of one question, which worker processes share.
--
-- A question of many simulations is divided into searches with fewer, the
-- roots. Each has its own random numbers, and their results are merged (root
-- parallelization: Chaslot, Winands and van den Herik 2008). The roots follow
-- from the question alone, and they are merged in order. So the answer is the
-- same, byte for byte, with any number of workers.
local pool = require "aurum.play.pool"
local root_parallel = {}

local size = 1000 -- simulations of a root, at least: under two, there is one

--- The roots of a question of `sims` simulations, each { sims =, seed = }. The
--- first has the seed of the question.
function root_parallel.of(sims, seed)
  local n, list = math.max(sims // size, 1), {}
  for i = 1, n do
    list[i] = { sims = sims // n + (i <= sims % n and 1 or 0),
      seed = i == 1 and seed or ("%s/%d"):format(seed, i) }
  end
  return list
end

--- The results of work(root) for each root of a list, in order, from at most
--- `jobs` workers. They are plain data. Or nil and a message: an error of the
--- work, its `problem`, or "interrupted" if no result was there before. The
--- work needs no limits: where no worker starts, it is done here.
function root_parallel.results(list, jobs, work)
  local workers <close> = pool.new { work = work, or_here = true,
    jobs = math.min(jobs, #list, 64), in_process = jobs == 1 or #list == 1 }
  return root_parallel.collect(workers:each(list))
end

--- The same for an iterator as pool.each returns.
function root_parallel.collect(each)
  local results = {}
  for i, result, problem in each do
    problem = problem or result.problem
    if problem then return nil, problem end
    results[i] = result
  end
  if not results[1] then return nil, "interrupted" end
  return results
end

return root_parallel
