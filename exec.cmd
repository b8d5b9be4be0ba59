@rem The scripts of package.json begin with "exec", so that the server takes the place of the shell and a signal to npm reaches it. The shell of Windows has no such word, and finds this file.
@%*
