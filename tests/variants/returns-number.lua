-- expect: ?
return 3
