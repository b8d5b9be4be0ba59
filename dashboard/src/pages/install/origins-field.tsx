// Tests: test/browser/dashboard.test.ts.
import { TagsInput, type TagsInputProps } from '@mantine/core';

/** The field for the sites from which a storefront key may be used; empty allows all sites. Makes no call. */
export function OriginsField(props: Pick<TagsInputProps, 'value' | 'onChange' | 'error'>) {
  return (
    <TagsInput
      label="Allowed origins"
      description="Such as https://shop.example. Press Enter after each. Empty allows any site."
      splitChars={[',', ' ']}
      acceptValueOnBlur
      clearable={false}
      {...props}
    />
  );
}
