/** The settings of generated phrases of a service without any settings, as the reader thread learns them. */
import assert from 'node:assert/strict';
import type { DeploymentSettings } from '../../server/resources/enrichment/present-enrichment.ts';
import { loadConfig } from '../../server/settings/config.ts';

/** The defaults of the service. */
export function deploymentSettings(): DeploymentSettings {
  const loaded = loadConfig({}, {});
  assert.ok(loaded.ok);
  const { enrichmentProvider, enrichment } = loaded.config;
  return { enrichmentProvider, enrichment };
}
