/**
 * Runs the database of a cluster: one server, or a main server and one that follows it and takes its place. Servers are temporary and
 * listen on sockets in their folders only. A change of servers without a follower throws; a change back is never made.
 */
import { type PostgresServer, type PostgresStandby, startPostgres, startStandby } from '../postgres.ts';
import { type DatabaseLink, startDatabaseLink } from './database-link.ts';

export interface DatabaseServers {
  readonly database: string;
  /** Networks to each of the servers, for one who asks. */
  link(): Promise<DatabaseNetwork>;
  main(): PostgresServer;
  /** The main server crashes, and the other one takes its place; `rebuilt` resolves when it is followed in its turn. */
  failOver(): Promise<{ readonly rebuilt: Promise<void> }>;
  close(): Promise<void>;
}

/** The networks of one node to all servers. */
export interface DatabaseNetwork extends Pick<DatabaseLink, 'cut' | 'heal' | 'close'> {
  /** The connection string, with every server. */
  readonly url: string;
}

/** Starts it, with an empty database. */
export async function startDatabaseServers({ isFollowed }: { readonly isFollowed: boolean }) {
  let main = await startPostgres();
  const database = new URL(await main.createDatabase()).pathname.slice(1);
  let standby: PostgresStandby | null = isFollowed ? await startStandby(main) : null;
  /** The servers by address: first the main server, then the standby. */
  const places: PostgresServer[] = standby === null ? [main] : [main, standby];

  const servers: DatabaseServers = {
    database,
    async link() {
      const links = await Promise.all(
        places.map((_, index) => startDatabaseLink(() => places[index]?.folder ?? '')),
      );
      return {
        url: `postgres://foretype@${links.map(({ address }) => address).join(',')}/${database}`,
        cut: (how) => {
          for (const link of links) link.cut(how);
        },
        heal: () => {
          for (const link of links) link.heal();
        },
        async close() {
          await Promise.all(links.map((link) => link.close()));
        },
      };
    },
    main: () => main,
    async failOver() {
      if (standby === null) throw new Error('nobody follows the main server');
      const [lost, heir] = [main, standby];
      await lost.shutDown('immediate');
      await heir.promote();
      main = heir;
      const rebuild = async () => {
        await lost.stop();
        standby = await startStandby(heir);
        places[places.indexOf(lost)] = standby;
      };
      return { rebuilt: rebuild() };
    },
    async close() {
      await Promise.all([main.stop(), standby?.stop()]);
    },
  };
  return servers;
}
