/**
 * `npm run campaign:widget-matrix`: axe over every look of the widget, 3 themes × 2 displays × discovery, results, nothing found,
 * nothing found nor on offer, and long texts × both directions × both schemes × desktop and 320 px. Prints what was found by rule;
 * exit code 1 where there is a violation. It needs Chromium, and fails where there is none. It changes no file; sizes are CSS pixels.
 */
// Tests: none; its own run shows whether it works.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../test/support/browser.ts';
import { buildDashboard } from '../test/support/dashboard-browser.ts';
import { anyEngine } from '../test/support/engines.ts';
import { startTestService } from '../test/support/start-test-service.ts';
import {
  showPanel,
  startLooksShop,
  type WidgetLook,
  widgetDisplays,
  widgetStates,
  widgetThemes,
} from '../test/support/widget-looks.ts';

const screens = [
  { width: 1280, height: 900 },
  { width: 320, height: 640 },
] as const;

const looks: readonly WidgetLook[] = widgetThemes.flatMap((theme) =>
  widgetDisplays.flatMap((display) =>
    widgetStates.flatMap((state) =>
      (['ltr', 'rtl'] as const).flatMap((dir) =>
        (['light', 'dark'] as const).map((scheme) => ({ theme, display, state, dir, scheme })),
      ),
    ),
  ),
);

/** The verdict of axe on one look: violations and what it could not decide, by rule. */
interface Verdict {
  readonly name: string;
  readonly violations: readonly string[];
  readonly undecided: readonly string[];
}

async function judge(page: Page, look: WidgetLook, address: string): Promise<Verdict> {
  await page.goto(address);
  await showPanel(page, look);
  // One option chosen by keys, since that is a look of its own.
  await page.getByRole('combobox').press('ArrowDown');
  const { violations, incomplete } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const name = `${Object.values(look).join(' ')} ${page.viewportSize()?.width} px`;
  const describe = (found: typeof violations) =>
    found.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 160)}`);
  return { name, violations: describe(violations), undecided: incomplete.map(({ id }) => id) };
}

async function judgeAll(): Promise<readonly Verdict[]> {
  buildDashboard();
  const service = await startTestService(anyEngine, { FORETYPE_DEMO: 'on' });
  const browser = await launchBrowser();
  const verdicts: Verdict[] = [];
  try {
    const shop = await startLooksShop(service);
    for (const viewport of screens) {
      const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
      for (const look of looks) verdicts.push(await judge(page, look, shop.address(look)));
      await page.close();
    }
    await shop.close();
  } finally {
    await browser.close();
    await service.stop();
  }
  return verdicts;
}

const verdicts = await judgeAll();
const faulty = verdicts.filter(({ violations }) => violations.length > 0);
for (const { name, violations } of faulty) console.log(`${name}\n  ${violations.join('\n  ')}`);
const undecided = Map.groupBy(
  verdicts.flatMap(({ undecided: rules }) => rules),
  (rule) => rule,
);
for (const [rule, found] of undecided) console.log(`undecided: ${rule} in ${found.length} looks`);
console.log(`${verdicts.length} looks, ${faulty.length} with violations`);
process.exitCode = faulty.length === 0 ? 0 : 1;
