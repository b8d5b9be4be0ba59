/**
 * `foretype serve`: runs the service in the foreground until SIGINT or SIGTERM. Running requests then have 1.5 s to end, and the whole
 * process 10 s (milliseconds in limits.ts), after which it ends with code 1; a second signal ends it at once. It decides nothing else:
 * start-service.ts does the work. A start that fails is one line and code 1.
 */
// Tests: test/scenarios/server-process.test.ts.
import { limits } from '../../contract/limits.ts';
import { packedBeside, warmUpFile } from '../packed.js';
import { createLog } from '../process/log.ts';
import type { RunningService } from '../start-service.ts';
import { type Command, jsonOption } from './command.ts';

/** Exit code 0 after a signal, 1 when the service could not go on. */
export const serve: Command = {
  name: 'serve',
  summary: 'answer requests and do the background work',
  operands: [],
  options: {
    role: {
      kind: 'value',
      placeholder: 'all|api|worker',
      help: 'what this process does; api and worker need DATABASE_URL',
      fallback: 'all',
    },
    json: jsonOption,
  },
  async run({ config, clock, print }) {
    const log = createLog(config.logLevel, process.stderr.isTTY === true);
    for (const name of config.withoutEffect) {
      log.warn(
        `${name} has no effect: this version has no setting of this name (docs/operating.md lists them)`,
      );
    }
    // Half of a service is worse than none: its supervisor starts it again.
    const onFatal = (error: Error) => {
      log.fatal({ err: error }, 'the service cannot go on');
      process.exit(1);
    };
    process.once('uncaughtException', onFatal);
    const signal = nextSignal();
    // Only now: no other command needs the service, whose modules are most of the program's.
    const { startService } = await import('../start-service.ts');
    const service = await startService(config, {
      clock,
      log,
      onFatal,
      drainMs: limits.shutdownDrainMs,
      warmUpFile: packedBeside(warmUpFile),
    });
    print(startResult(service), startLines(service));
    log.info({ address: service.origin, role: config.role }, 'listening');
    log.info({ signal: await signal }, 'stopping: answering what is under way');
    setTimeout(() => onFatal(new Error('stopping took too long')), limits.shutdownGraceMs).unref();
    await service.stop();
    log.info('stopped');
    return 0;
  },
};

/** Resolves at the first signal to stop; a second one ends the process as the system does by default. */
function nextSignal(): Promise<NodeJS.Signals> {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  return new Promise((resolve) => {
    const heard = (signal: NodeJS.Signals) => {
      for (const name of signals) process.off(name, heard);
      resolve(signal);
    };
    for (const name of signals) process.on(name, heard);
  });
}

function startResult({ origin, dashboard, setupLink, createdDemo, demo }: RunningService) {
  return {
    address: origin,
    dashboard,
    setup_link: setupLink,
    demo_storefront: dashboard === null ? null : `${origin}/demo`,
    demo: createdDemo === null ? null : { store: createdDemo.store.id, keys: createdDemo.keys },
    demo_storefront_key: demo?.storefrontKey ?? null,
  };
}

function startLines({ origin, dashboard, setupLink, createdDemo, demo }: RunningService): string[] {
  if (dashboard === null) return ['', `  Foretype works; its state is at ${origin}/readyz and /metrics`, ''];
  const lines = [
    '',
    `  Foretype answers at     ${origin}`,
    `  Documentation           ${origin}/docs`,
    `  Dashboard               ${dashboard}`,
  ];
  if (setupLink !== null) {
    lines.push(`  Make your account at    ${setupLink}   (works once, until the next start)`);
  }
  if (demo !== null) {
    lines.push(`  Demo storefront         ${origin}/demo`, `  Demo storefront key     ${demo.storefrontKey}`);
    lines.push(
      createdDemo === null
        ? `  A new secret key        npm run -s foretype -- key create --kind secret --store ${demo.storeId}`
        : `  Demo secret key         ${createdDemo.keys.secret}   (shown this once)`,
    );
  }
  return [...lines, ''];
}
