/**
 * `npm run campaign:kill [COUNT]`: kills a process that saves indexes 200 times, or COUNT times, and holds what the
 * next start answers against the database. Exit code 1 at the first difference.
 */
import { killIndexSaves } from '../test/support/kill-index-saves.ts';

const count = Number(process.argv[2] ?? 200);
const { kills, duringSaves, fromFiles, segmentFiles } = await killIndexSaves(count);
console.log(
  `${kills} kills, ${duringSaves} of them in the midst of a save. Every start after one answered as the database ` +
    `does, ${fromFiles} from saved indexes, with ${segmentFiles} segments in files of their own.`,
);
