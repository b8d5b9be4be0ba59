/** Packages that only one place knows, so that they can be replaced there. */
export const packageHomes: readonly { readonly package: string; readonly homes: readonly string[] }[] = [
  { package: 'node:sqlite', homes: ['server/storage/sqlite'] },
  { package: 'pg', homes: ['server/storage/postgres'] },
  { package: 'kysely', homes: ['server/storage'] },
  { package: 'fastify', homes: ['server/http'] },
  { package: 'saxes', homes: ['server/ingest'] },
  { package: 'nodemailer', homes: ['server/outbound'] },
];
