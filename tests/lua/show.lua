local function show(v, d)
  local t = type(v)
  if t == 'string' then return string.format('%q', v) end
  if t == 'number' then return string.format('%.17g', v) end
  if t == 'table' then
    if d > 6 then return '{..}' end
    local s = {}
    for k, x in pairs(v) do s[#s + 1] = '[' .. show(k, d + 1) .. ']=' .. show(x, d + 1) end
    return '{' .. table.concat(s, ',') .. '}'
  end
  if t == 'function' or t == 'thread' or t == 'userdata' then return t end
  return tostring(v)
end
local function all(...)
  local s = {}
  for i = 1, select('#', ...) do s[i] = show((select(i, ...)), 0) end
  return table.concat(s, ' ')
end
