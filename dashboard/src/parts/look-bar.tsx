// Tests: test/browser/dashboard.test.ts.
import { NativeSelect } from '@mantine/core';
import classes from './look.module.css';
import { type Look, type LookName, lookChoices } from './look.ts';

const titles: Readonly<Record<LookName, string>> = {
  theme: 'Theme',
  display: 'Products as',
  limit: 'Most entries of each kind',
  lang: 'Language',
  scheme: 'Colours',
  screen: 'Screen',
};

const words: Readonly<Record<string, string>> = {
  ...{ rounded: 'Rounded', sharp: 'Sharp', compact: 'Compact', line: 'Lines', card: 'Cards' },
  page: 'As the page',
  ...{ auto: 'As the system', light: 'Light', dark: 'Dark', phone: 'Phone', desktop: 'Desktop' },
};

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });

/** Languages stand in the order of their names, after the page's own. */
function optionsOf(name: LookName): { readonly value: string; readonly label: string }[] {
  const options = lookChoices[name].map((value) => ({
    value,
    label: words[value] ?? (name === 'lang' ? (languageNames.of(value) ?? value) : value),
  }));
  if (name !== 'lang') return options;
  const [first, ...others] = options;
  return [
    ...(first ? [first] : []),
    ...others.toSorted((one, other) => one.label.localeCompare(other.label)),
  ];
}

interface LookBarProps {
  readonly look: Look;
  readonly onLook: (look: Look) => void;
}

/** Chooses how the widget looks in a preview. Makes no call and saves nothing. */
export function LookBar({ look, onLook }: LookBarProps) {
  const names = Object.keys(titles) as LookName[];
  return (
    <div className={classes.bar}>
      {names.map((name) => (
        <NativeSelect
          key={name}
          size="sm"
          label={titles[name]}
          data={optionsOf(name)}
          value={look[name]}
          onChange={(event) => onLook({ ...look, [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}
