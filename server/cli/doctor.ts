/** `foretype doctor`: does everything that the service needs work here? One line a check, what to do where not. */
import { accessSync, constants, statfsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { ensureDataFolder } from '../data-folder.ts';
import { openStorage } from '../storage/open-storage.ts';
import { storageTarget } from '../storage-target.ts';
import { type Command, jsonOption } from './command.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

const diskMinBytes = 1024 ** 3;

/** Exit code 1 if any check fails. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'check that everything the service needs works here',
  operands: [],
  options: { json: jsonOption },
  async run({ config, print }) {
    const checks = [checkRuntime(), checkDataFolder(config), checkDisk(config), await checkDatabase(config)];
    const healthy = checks.every(({ ok }) => ok);
    print(
      { ok: healthy, checks },
      checks.map(({ name, ok, detail }) => `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(12)} ${detail}`),
    );
    return healthy ? 0 : 1;
  },
};

function checkRuntime(): Check {
  const major = Number(process.versions.node.split('.')[0]);
  return {
    name: 'runtime',
    ok: major >= 26,
    detail: `Node ${process.versions.node}${major >= 26 ? '' : ': run npm ci, which brings Node 26'}`,
  };
}

function checkDataFolder({ dataFolder }: Config): Check {
  const name = 'data folder';
  try {
    ensureDataFolder(dataFolder);
    accessSync(dataFolder, constants.R_OK | constants.W_OK);
    return { name, ok: true, detail: dataFolder };
  } catch (error) {
    return {
      name,
      ok: false,
      detail: `${dataFolder}: ${reason(error)}; set FORETYPE_DATA to a folder that this user may write`,
    };
  }
}

function checkDisk({ dataFolder }: Config): Check {
  const name = 'disk';
  try {
    const { bavail, bsize } = statfsSync(dataFolder);
    const free = bavail * bsize;
    const detail = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
    return {
      name,
      ok: free >= diskMinBytes,
      detail: free >= diskMinBytes ? detail : `${detail}; keep at least 1 GiB free`,
    };
  } catch (error) {
    return { name, ok: false, detail: reason(error) };
  }
}

/** Looks and changes nothing: a database that was never used is well, too. */
async function checkDatabase(config: Config): Promise<Check> {
  const name = 'database';
  try {
    const storage = await openStorage(storageTarget(config));
    try {
      await storage.ping();
      return { name, ok: true, detail: `${storage.engine} answers` };
    } finally {
      await storage.close();
    }
  } catch (error) {
    return { name, ok: false, detail: reason(error) };
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
