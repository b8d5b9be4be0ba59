/** Words of the line that loads the widget. Pure: threads and browsers load nothing else. */
// Tests: server/resources/shop-check/target-rule.test.ts.

/** The selector of the boxes that the widget binds if its line has no `data-target` (§5.3). */
export const defaultTarget = 'input[type=search],[data-widget-search]';

/** How a fact about a page matters; the worst first. */
export const findingLevels = ['problem', 'warning', 'good'] as const;
