/** Guards of saved indexes: written whole, read only where nothing changed. */
import type { Guard } from './guard.ts';

export const indexFilesGuards: readonly Guard[] = [
  {
    name: 'an index that is saved has no erased product as its witness',
    file: 'server/autocomplete/following/store-index.ts',
    from: 'this.#witnesses = dropWitnesses(this.#witnesses, ids);',
    to: '',
    tests: {
      'test/scenarios/saved-indexes.test.ts': [
        'a saved index stays usable after a product was erased',
        'a server stopped after a purge takes its saved index',
      ],
    },
  },
  {
    name: 'a file is on the disk before its checksum is told',
    file: 'server/index-files/checked-file.ts',
    from: '    await file.sync();\n    return checksum;',
    to: '    return checksum;',
    tests: {
      'server/index-files/save-order.test.ts': ['segments are on the disk before the manifest names them'],
    },
  },
  {
    name: 'the new manifest takes its place after it is written',
    file: 'server/index-files/index-files.ts',
    from: 'await writeChecked(join(folder, newManifestName), manifest);\n    await rename(join(folder, newManifestName), join(folder, manifestName));',
    to: 'await writeChecked(join(folder, manifestName), manifest);',
    tests: {
      'server/index-files/save-order.test.ts': ['segments are on the disk before the manifest names them'],
    },
  },
  {
    name: 'segments have their names before the manifest names them',
    file: 'server/index-files/index-files.ts',
    from: 'if (files.size > 0) await syncFolder(folder);',
    to: '',
    tests: {
      'server/index-files/save-order.test.ts': ['segments are on the disk before the manifest names them'],
    },
  },
  {
    name: 'a changed bit of a saved segment is noticed',
    file: 'server/index-files/checked-file.ts',
    from: "if (found !== checksum) throw new Error('its checksum is wrong');",
    to: '',
    tests: { 'server/index-files/index-files.test.ts': ['a changed bit anywhere is noticed'] },
  },
  {
    name: 'a saved segment has the size that the manifest says',
    file: 'server/index-files/checked-file.ts',
    from: 'if (size !== target.length) throw new Error(`it has ${size} bytes in place of ${target.length}`);',
    to: '',
    tests: {
      'server/index-files/index-files.test.ts': [
        'an index with a file that was ${name} is refused and removed',
      ],
    },
  },
  {
    name: 'a changed bit of a manifest is noticed',
    file: 'server/index-files/index-manifest.ts',
    from: 'if (checksumOf(buffer, [rest]) !== manifestChecksum(buffer))',
    to: 'if (buffer.length < 0)',
    tests: { 'server/index-files/index-files.test.ts': ['a changed bit anywhere is noticed'] },
  },
  {
    name: 'a manifest of another format is refused',
    file: 'server/index-files/index-manifest.ts',
    from: 'if (version !== formatVersion) throw new Error(`it has format version ${version}, not ${formatVersion}`);',
    to: '',
    tests: {
      'server/index-files/index-files.test.ts': [
        'a manifest of another format version or machine is refused',
      ],
    },
  },
  {
    name: 'a manifest of another machine is refused',
    file: 'server/index-files/index-manifest.ts',
    from: 'if (head.machine !== machine) throw new Error(`it was made for ${head.machine}, not ${machine}`);',
    to: '',
    tests: {
      'server/index-files/index-files.test.ts': [
        'a manifest of another format version or machine is refused',
      ],
    },
  },
  {
    name: 'an index of another identity is refused',
    file: 'server/index-files/index-files.ts',
    from: 'const reason = identityDifference(identity, wanted) ?? (await doubt?.(progress)) ?? null;',
    to: 'const reason = (await doubt?.(progress)) ?? null;',
    tests: { 'server/index-files/index-files.test.ts': ['an index of another identity is refused'] },
  },
  {
    name: 'whoever loads an index may refuse it',
    file: 'server/index-files/index-files.ts',
    from: 'const reason = identityDifference(identity, wanted) ?? (await doubt?.(progress)) ?? null;',
    to: 'const reason = identityDifference(identity, wanted);',
    tests: {
      'server/index-files/index-files.test.ts': ['a loader may refuse an index before reading segments'],
    },
  },
  {
    name: 'a save that fails leaves nothing half-written',
    file: 'server/index-files/index-files.ts',
    from: 'await removeOthers(folder, isRenamed ? new Map([...known, ...files]) : known);',
    to: '',
    tests: {
      'server/index-files/index-files.test.ts': ['a failed save leaves the old index and no remains'],
    },
  },
  {
    name: 'saves and loads of one store take turns',
    file: 'server/index-files/index-files.ts',
    from: '(turns.get(storeId) ?? Promise.resolve()).then(work)',
    to: 'Promise.resolve().then(work)',
    tests: { 'server/index-files/index-files.test.ts': ['saves and loads of one store take turns'] },
  },
  {
    name: 'files of catalogs are for the owner only',
    file: 'server/index-files/checked-file.ts',
    from: 'const fileMode = 0o600;',
    to: 'const fileMode = 0o644;',
    tests: {
      'server/index-files/save-order.test.ts': ['segments are on the disk before the manifest names them'],
    },
  },
  {
    name: 'a page that was changed is noticed',
    file: 'server/index-files/pages.ts',
    from: '[constants.ZSTD_c_checksumFlag]: 1',
    to: '[constants.ZSTD_c_checksumFlag]: 0',
    tests: {
      'test/scenarios/shared-indexes.test.ts': ['a damaged shared index is discarded and shared again'],
    },
  },
];
