/**
 * The dashboard's icons, drawn on a grid of 24 with one stroke. They only repeat the words beside them, so screen
 * readers skip them.
 */
// Tests: test/browser/dashboard.test.ts.

const paths = {
  overview: 'M4 19V9m5 10V5m5 14v-7m5 7V8',
  analytics: 'M4 4v16h16M8 14l3.5-4 3 2.5L20 7',
  products: 'm12 3 8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  imports: 'M12 4v11m0 0 4-4m-4 4-4-4M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
  feeds: 'M4.5 12.5a7.5 7.5 0 0 1 13-5.6L20 9.5m0-5v5h-5M19.5 11.5a7.5 7.5 0 0 1-13 5.6L4 14.5m0 5v-5h5',
  phrases: 'M4 6h16M4 11h10M4 16h7m5-1 1.2 2.8L20 19l-2.8 1.2L16 23l-1.2-2.8L12 19l2.8-1.2z',
  collections: 'M4 4h7v7H4zM13.5 4H20v7h-6.5zM4 13.5h7V20H4zM13.5 13.5H20V20h-6.5z',
  merchandising: 'M12 3v10m0-10 3.5 3.5M12 3 8.5 6.5M5 13h14M7 17h10M9 21h6',
  pin: 'M9 4h6l-1 6 4 4H6l4-4zM12 14v6',
  hide: 'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c5 0 8 4.5 9 6.5a14 14 0 0 1-2.6 3.4M6.3 7.6A14 14 0 0 0 3 12c1 2 4 6.5 9 6.5a9 9 0 0 0 4-1M10 10a2.8 2.8 0 0 0 4 4',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  up: 'M12 19V5m0 0 6 6m-6-6-6 6',
  upload: 'M12 15V4m0 0 4 4m-4-4L8 8M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
  search: 'm20 20-4.2-4.2M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z',
  keys: 'M14.5 13.5a5 5 0 1 0-4-4L4 16v4h4v-2.5h2.5V15h2.5zM16 8h.01',
  settings:
    'M4 7h9m4 0h3M4 17h3m4 0h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  copy: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1ZM5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1',
  chevron: 'm8 10 4 4 4-4',
  right: 'm10 7 5 5-5 5',
  back: 'M19 12H5m0 0 6 6m-6-6 6-6',
  external: 'M14 5h5v5m0-5-8 8M18 14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5Z',
  system: 'M4 5h16v11H4zM9 20h6m-3-4v4',
  warning: 'M12 4 3 19h18zM12 10v4m0 3h.01',
  problem: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-13v5m0 3h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5m0-8h.01',
  plus: 'M12 5v14M5 12h14',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5m4-5v5',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20a7.5 7.5 0 0 1 15 0',
  people:
    'M9 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a4 4 0 0 1 0 7.4m3 2.8a6.5 6.5 0 0 1 2.5 5.5',
  leave: 'M14 5H6a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h8M10 12h10m0 0-3.5-3.5M20 12l-3.5 3.5',
  store: 'M4 10v9h16v-9M3 10l2-6h14l2 6M9 19v-5h6v5M3 10h18',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15 9h.01',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3 2',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9',
  stop: 'M7 7h10v10H7z',
  download: 'M12 4v11m0 0 4-4m-4 4-4-4M5 20h14',
} as const;

/** The name of a drawing that {@link Icon} has. */
export type IconName = keyof typeof paths;

/**
 * Draws an icon in the colour of the text around it, `size` pixels wide. Screen readers skip it, so a button needs a
 * label beside it.
 */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
