/**
 * The built client, as shops install it, with the types of its source. It builds what is out of date once a process, and throws where
 * the build does.
 */
import { buildDashboard } from './dashboard-browser.ts';

/** The folder of the built client. */
export const clientFolder = new URL('../../packages/client/dist/', import.meta.url);

/** Loads the built client. */
export async function loadClient(): Promise<typeof import('../../packages/client/src/client.ts')> {
  buildDashboard();
  return import(new URL('client.js', clientFolder).href);
}
