/** Words of the line that loads the widget. Pure: threads and browsers load nothing else. */
// Tests: widget/src/settings.test.ts, dashboard/src/parts/look.test.ts.

/** The selector of the boxes that the widget binds if its line has no `data-target` (§5.3). */
export const defaultTarget = 'input[type=search],[data-widget-search]';

/** The end of the path of the widget's script: the newest build, or one that is pinned by its hash. */
export const scriptPath = /\/widget(?:\/[0-9a-f]{16})?\.js$/;

/** The languages in which the widget has labels: one code for each of its files, and English, which is built in. */
export const widgetLanguages = [
  ...[
    'ar',
    'bg',
    'ca',
    'cs',
    'da',
    'de',
    'el',
    'en',
    'es',
    'fa',
    'fi',
    'fr',
    'he',
    'hi',
    'hr',
    'hu',
    'id',
    'it',
  ],
  ...['ja', 'ko', 'ms', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'uk', 'vi'],
  ...['zh-Hans', 'zh-Hant'],
] as const;

/** How a fact about a page matters; the worst first. */
export const findingLevels = ['problem', 'warning', 'good'] as const;
