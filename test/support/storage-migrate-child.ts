/** A process that migrates the database given as JSON in its first argument, and ends. */
import { openStorage } from '../../server/storage/open-storage.ts';

const storage = await openStorage(JSON.parse(process.argv[2] ?? ''));
await storage.migrate();
await storage.close();
