/** How a service without any settings generates phrases, as the reader thread learns it. */
import assert from 'node:assert/strict';
import { loadConfig } from '../../server/config.ts';
import type { DeploymentSettings } from '../../server/resources/enrichment/present-enrichment.ts';

/** The defaults of the service. */
export function deploymentSettings(): DeploymentSettings {
  const loaded = loadConfig({}, {});
  assert.ok(loaded.ok);
  const { enrichmentProvider, enrichment } = loaded.config;
  return { enrichmentProvider, enrichment };
}
