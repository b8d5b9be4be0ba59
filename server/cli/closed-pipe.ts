/**
 * Handles output whose reader is gone, as in `foretype import … | head`. The work goes on to its end, since half of it is worse than
 * all of it unseen, and the command ends as one that the signal of a closed pipe ended. Other errors of the output are thrown; exit
 * code 141, unless the command failed by itself. It writes nothing itself.
 */
// Tests: test/scenarios/closed-pipes.test.ts.

/** 128 + SIGPIPE, as shells report it. */
const closedPipeCode = 141;

/** Makes a closed pipe no failure from now on. A command that failed by itself keeps its own exit code. */
export function endQuietlyOnClosedPipes(): void {
  const { stdout, stderr } = process;
  let isResultUnread = false;
  stdout.on('error', (error) => {
    passOther(error);
    isResultUnread = true;
  });
  // Notes beside the result may be lost.
  stderr.on('error', passOther);
  process.once('exit', () => {
    if (isResultUnread && (process.exitCode ?? 0) === 0) process.exitCode = closedPipeCode;
  });
}

function passOther(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
}
