module example.com/remoteassistmock

go 1.19
