/** Guards of the check of a shop: a page is a stranger's, and takes a bounded part of the thread that writes for all stores. */
import type { Guard } from './guard.ts';

export const shopCheckGuards: readonly Guard[] = [
  {
    name: 'a long selector of a page is not read',
    file: 'server/resources/shop-check/target-rule.ts',
    from: 'selector.length > limits.shopCheckTargetMaxLength ? [unknown] : ',
    to: '',
    tests: {
      'server/resources/shop-check/target-rule.test.ts': ['a long selector or value is left to a browser'],
    },
  },
  {
    name: 'a long value of a page is not compared',
    file: 'server/resources/shop-check/target-rule.ts',
    from: 'value.length > limits.shopCheckValueMaxLength ? null : fits(value)',
    to: 'fits(value)',
    tests: {
      'server/resources/shop-check/target-rule.test.ts': ['a long selector or value is left to a browser'],
    },
  },
  {
    name: 'of a page few fields are kept',
    file: 'server/resources/shop-check/read-page.ts',
    from: 'isTextField(tag) && fields.length <= limits.shopCheckFields',
    to: 'isTextField(tag)',
    tests: {
      'server/resources/shop-check/judge-page.test.ts': ['a bounded number of a page’s tags is kept'],
    },
  },
  {
    name: 'of a page few policies are kept',
    file: 'server/resources/shop-check/read-page.ts',
    from: "name === 'meta' && policyTexts.length <= limits.shopCheckPolicies",
    to: "name === 'meta'",
    tests: {
      'server/resources/shop-check/judge-page.test.ts': ['a bounded number of a page’s tags is kept'],
    },
  },
  {
    name: 'of a page few scripts are looked at',
    file: 'server/resources/shop-check/read-page.ts',
    from: 'if (scripts <= limits.shopCheckScripts) ',
    to: '',
    tests: {
      'server/resources/shop-check/judge-page.test.ts': ['a bounded number of a page’s tags is kept'],
    },
  },
  {
    name: 'of a page few lines are kept',
    file: 'server/resources/shop-check/read-page.ts',
    from: ' && lines.length < limits.shopCheckLines',
    to: '',
    tests: {
      'server/resources/shop-check/judge-page.test.ts': ['a bounded number of a page’s tags is kept'],
    },
  },
  {
    name: 'of the fields of a page the first are judged',
    file: 'server/resources/shop-check/read-page.ts',
    from: 'kept.fields.slice(0, limits.shopCheckFields)',
    to: 'kept.fields',
    tests: {
      'server/resources/shop-check/judge-page.test.ts': ['fields beyond the first ones are not judged'],
    },
  },
  {
    name: 'few policies of a page are judged',
    file: 'server/resources/shop-check/read-page.ts',
    from: 'policies.slice(0, limits.shopCheckPolicies)',
    to: 'policies',
    tests: {
      'server/resources/shop-check/judge-page.test.ts': [
        'policies too many or too long are said to be unread',
      ],
    },
  },
  {
    name: 'a long policy of a page is not judged',
    file: 'server/resources/shop-check/read-page.ts',
    from: 'text.length > limits.shopCheckPolicyMaxLength',
    to: 'text === undefined',
    tests: {
      'server/resources/shop-check/judge-page.test.ts': [
        'policies too many or too long are said to be unread',
      ],
    },
  },
  {
    name: 'a long address of a page is not parsed',
    file: 'server/resources/shop-check/read-page.ts',
    from: 'if (text.length > limits.urlMaxLength) return null;\n',
    to: '\n',
    tests: {
      'server/resources/shop-check/judge-page.test.ts': ['long texts of a page are not repeated whole'],
    },
  },
  {
    name: 'few secret keys of a page are named',
    file: 'server/resources/shop-check/read-page.ts',
    from: 'if (keys.size === limits.shopCheckKeys) break;',
    to: '',
    tests: {
      'server/resources/shop-check/judge-page.test.ts': ['findings are few, short, and each is there once'],
    },
  },
  {
    name: 'findings about a page are few',
    file: 'server/resources/shop-check/judge-page.ts',
    from: '.slice(0, limits.shopCheckFindings)',
    to: '',
    tests: {
      'server/resources/shop-check/judge-page.test.ts': ['findings are few, short, and each is there once'],
    },
  },
  {
    name: 'a finding about a page is short',
    file: 'server/resources/shop-check/finding.ts',
    from: 'message.length > lengthMax',
    to: 'lengthMax < 0',
    tests: {
      'server/resources/shop-check/judge-page.test.ts': ['long texts of a page are not repeated whole'],
    },
  },
  {
    name: 'a text to copy from a page is short',
    file: 'server/resources/shop-check/finding.ts',
    from: 'fix !== null && fix.length > lengthMax ? null : fix',
    to: 'fix',
    tests: {
      'server/resources/shop-check/judge-page.test.ts': ['long texts of a page are not repeated whole'],
    },
  },
];
