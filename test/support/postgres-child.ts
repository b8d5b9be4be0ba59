/** A process that starts a server, prints the URL of a database on it, and waits to be killed. */
import { startPostgres } from './postgres.ts';

const server = await startPostgres();
process.stdout.write(`${await server.createDatabase()}\n`);
setInterval(() => {}, 60_000);
