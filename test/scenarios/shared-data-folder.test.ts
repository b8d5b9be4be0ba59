/**
 * Goal: a data folder has one server at a time, on either database, and a server that was killed leaves no lock behind.
 * Method: processes on one folder.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServiceData, startChildService } from '../support/child-service.ts';
import { engines } from '../support/engines.ts';
import { runForetype } from '../support/foretype-process.ts';

for (const { name } of engines) {
  test(`a second server on a data folder is refused (${name})`, async () => {
    const data = await createServiceData(name);
    try {
      const first = await startChildService(data);
      const words =
        name === 'sqlite' ? /A server \(process \d+, since/ : /Another server uses the data folder/;
      await assert.rejects(startChildService(data), words);
      // Commands share the folder with a server.
      const made = await runForetype(['store', 'create', '--name', 'Nord'], data.environment);
      assert.equal(made.code, 0, made.stderr);
      await first.end('SIGKILL');
      const next = await startChildService(data);
      assert.equal(await next.end('SIGTERM'), 0);
    } finally {
      data.remove();
    }
  });
}
