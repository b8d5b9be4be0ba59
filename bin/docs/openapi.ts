/**
 * Reads the service's own OpenAPI document for the API reference, by starting a service on an empty folder of its own. Its settings
 * must be valid: faults end the build. It listens on a free local port, calls nothing outside, and removes its folder. An answer other
 * than 200 throws.
 */
// Tests: none; its own run shows whether it works.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSystemClock } from '../../server/clock.ts';
import { createLog } from '../../server/process/log.ts';
import { loadConfig } from '../../server/settings/config.ts';
import { startService } from '../../server/start-service.ts';

export interface OpenApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export interface OpenApiOperation {
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly [string];
  readonly security?: readonly object[];
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly content: Content; readonly required?: boolean };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Starts a service on an empty folder, for as long as the document takes to read. */
export async function readOpenApi(): Promise<OpenApiDocument> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-docs-'));
  const settings = loadConfig(
    {},
    {
      PORT: '0',
      FORETYPE_DATA: folder,
      FORETYPE_DEMO: 'off',
      FORETYPE_ENRICHMENT_PROVIDER: 'off',
      LOG_LEVEL: 'fatal',
    },
  );
  if (!settings.ok) throw new Error(settings.faults.join('\n'));
  const { config } = settings;
  try {
    const service = await startService(config, {
      clock: createSystemClock(),
      log: createLog(config.logLevel, false),
      onFatal: (error) => {
        throw error;
      },
      drainMs: 0,
      warmUpFile: null,
    });
    try {
      const answer = await fetch(`${service.origin}/openapi.json`);
      return (await answer.json()) as OpenApiDocument;
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
