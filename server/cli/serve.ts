/** `foretype serve`: the service in the foreground, until a signal. */
import { createLog } from '../log.ts';
import { type RunningService, startService } from '../start-service.ts';
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
    const fatal = Promise.withResolvers<number>();
    const onFatal = (error: Error) => {
      log.fatal({ err: error }, 'the service cannot go on');
      fatal.resolve(1);
    };
    process.once('uncaughtException', onFatal);
    const service = await startService(config, { clock, log, onFatal });
    print(startResult(service), startLines(service, config.demo));
    log.info({ address: service.origin, role: config.role }, 'listening');
    const code = await Promise.race([signal(log), fatal.promise]);
    if (code !== 0) return code;
    await service.stop();
    log.info('stopped');
    return 0;

    function signal(to: typeof log): Promise<number> {
      return new Promise((resolve) => {
        for (const name of ['SIGTERM', 'SIGINT'] as const) {
          process.once(name, () => {
            to.info({ signal: name }, 'stopping: answering what is under way');
            resolve(0);
          });
        }
      });
    }
  },
};

function startResult({ origin, createdDemo, demoKey }: RunningService) {
  return {
    address: origin,
    demo_storefront: `${origin}/demo`,
    demo: createdDemo === null ? null : { store: createdDemo.store.id, keys: createdDemo.keys },
    demo_storefront_key: demoKey,
  };
}

function startLines({ origin, createdDemo, demoKey }: RunningService, demo: boolean): string[] {
  const lines = ['', `  Foretype answers at     ${origin}`, `  API document            ${origin}/docs`];
  if (demo && demoKey !== null)
    lines.push(`  Demo storefront         ${origin}/demo`, `  Demo storefront key     ${demoKey}`);
  if (createdDemo !== null)
    lines.push(`  Demo secret key         ${createdDemo.keys.secret}   (shown this once)`);
  return [...lines, ''];
}
