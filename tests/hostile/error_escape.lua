-- Writes to the terminal, a second line and an address into the record.
return {
  bid = function(_, view)
    error("\27[2Jcleared\r\7 0xdeadbeef \xff\n{\"format\":\"aurum/1\"}", 0)
  end,
  play = function(_, view) return view:random() end,
}
