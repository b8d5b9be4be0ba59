// Tests: test/browser/dashboard.test.ts.
import { NativeSelect } from '@mantine/core';
import classes from './look.module.css';
import { type Look, type LookName, lookChoices } from './look.ts';

const titles: Readonly<Record<LookName, string>> = {
  theme: 'Theme',
  display: 'Products as',
  limit: 'Of each at most',
  lang: 'Language',
  scheme: 'Colours',
  screen: 'Screen',
};

const words: Readonly<Record<string, string>> = {
  ...{ rounded: 'Rounded', sharp: 'Sharp', compact: 'Compact', line: 'Lines', card: 'Cards' },
  ...{ auto: 'As the system', light: 'Light', dark: 'Dark', phone: 'Phone', desktop: 'Desktop' },
};

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });

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
          data={lookChoices[name].map((value) => ({
            value,
            label: name === 'lang' ? (languageNames.of(value) ?? value) : (words[value] ?? value),
          }))}
          value={look[name]}
          onChange={(event) => onLook({ ...look, [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}
