/**
 * The looks of the dashboard: warm neutrals, one deep green, and text with a contrast of at least 4.5 on its ground in
 * both schemes. Colours that Mantine does not have are in theme.css.
 */
// Tests: test/browser/dashboard.test.ts.
import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';

const pine: MantineColorsTuple = [
  '#eaf5f0',
  '#d3e8df',
  '#a8d3c3',
  '#7fc9b1',
  '#55a88f',
  '#348d75',
  '#1f7460',
  '#14594a',
  '#0e463a',
  '#08332a',
];

const gray: MantineColorsTuple = [
  '#faf9f6',
  '#f4f2ec',
  '#e9e6dd',
  '#dcd8cd',
  '#c6c1b3',
  '#989284',
  '#68645a',
  '#504d45',
  '#35332e',
  '#1e1d1a',
];

const dark: MantineColorsTuple = [
  '#e9ebe6',
  '#c2c7be',
  '#a3aa9f',
  '#7d847a',
  '#3b4039',
  '#2f342e',
  '#242824',
  '#1a1d19',
  '#131512',
  '#0c0e0c',
];

/** Text on filled grounds: Mantine makes it white in the dark as well, which is too faint on our light green and red. */
const resolveVariant: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isPrimary = input.color === undefined || input.color === input.theme.primaryColor;
  if (input.variant === 'filled') {
    if (isPrimary) return { ...colors, color: 'var(--on-accent)' };
    if (input.color === 'red')
      return { ...colors, background: 'var(--bad)', hover: 'var(--bad)', color: 'var(--on-bad)' };
  }
  if (input.variant !== 'subtle' && input.variant !== 'light') return colors;
  const tone = input.color === 'red' ? 'bad' : input.color === 'orange' ? 'warn' : null;
  if (tone !== null) {
    const ground = input.variant === 'light' ? { background: `var(--${tone}-soft)` } : {};
    return { ...colors, ...ground, color: `var(--${tone})` };
  }
  if (isPrimary) {
    const ground = input.variant === 'light' ? { background: 'var(--accent-soft)' } : {};
    return { ...colors, ...ground, color: 'var(--accent)' };
  }
  if (input.variant === 'light' && input.color === 'gray') {
    return { ...colors, background: 'var(--sunken)', color: 'var(--ink)' };
  }
  return colors;
};

/** All sizes of text. Styles name them `--mantine-font-size-…`, so that no page has a size of its own. */
const sizes = { xs: '13px', sm: '14px', md: '15px', lg: '17px', xl: '20px', xxl: '24px' };

export const theme: MantineThemeOverride = createTheme({
  colors: { pine, gray, dark },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 3 },
  variantColorResolver: resolveVariant,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Figtree has Latin letters only; all others are those of the system.
  fontFamily: '"Figtree Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace',
  fontSizes: sizes,
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '18px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: sizes.xxl, lineHeight: '1.25' },
      h2: { fontSize: sizes.lg, lineHeight: '1.4' },
      h3: { fontSize: sizes.md, lineHeight: '1.4' },
      h4: { fontSize: sizes.md, lineHeight: '1.4' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    // The mark of a list is drawn, not read.
    NativeSelect: { defaultProps: { rightSectionProps: { 'aria-hidden': true } } },
    Select: { defaultProps: { rightSectionProps: { 'aria-hidden': true } } },
    // Mantine reckons these three from other sizes, beside the scale.
    InputWrapper: {
      vars: () => ({
        label: {},
        error: { '--input-error-size': sizes.xs },
        success: { '--input-success-size': sizes.xs },
        description: { '--input-description-size': sizes.xs },
      }),
    },
    Badge: { vars: () => ({ root: { '--badge-fz': sizes.xs } }) },
    Pill: { vars: () => ({ root: { '--pill-fz': sizes.xs } }) },
    Modal: { defaultProps: { centered: true, radius: 'lg', closeButtonProps: { 'aria-label': 'Close' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Tooltip: { defaultProps: { openDelay: 250, withArrow: true } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
});
