// HBase's checkAndPut, as its Hbase.thrift has it; happybase 1.3 brings an older one without it.

struct Mutation {
  1: bool isDelete = 0,
  2: binary column,
  3: binary value,
  4: bool writeToWAL = 1
}

exception IOError {
  1: string message,
  2: bool canRetry
}

exception IllegalArgument {
  1: string message
}

service Hbase {
  bool checkAndPut(
    1: binary tableName,
    2: binary row,
    3: binary column,
    5: binary value,
    6: Mutation mput,
    7: map<binary, binary> attributes
  ) throws (1: IOError io, 2: IllegalArgument ia)
}
