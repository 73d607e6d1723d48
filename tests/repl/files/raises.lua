local function f() error "raised here" end
f()
