import { describe, expect, it } from 'vitest';
import { defaultPageSettings, readPageSettings } from '../../contract/settings.ts';

describe('the settings of a page', () => {
  const valid = { productName: 'A', topicPrefix: 'b', organizerUrl: null };
  it.each([
    ...[null, '', '{', 'null', '{"productName":7}', '{"productName":"A","topicPrefix":"b"}'],
    ...[
      { topicPrefix: '' },
      { organizerUrl: 'javascript:alert(1)' },
      { supportEmail: 'nobody' },
      { social: { chat: null, photos: 'data:,', videos: null } },
      { social: [] },
      { demoFallback: 1 },
      { paymentHosts: 'a.example' },
      { paymentHosts: [7] },
      { demo: 'on' },
      { payerRoot: '//evil.example' },
      { payerRoot: 'javascript:alert(1)' },
      { playedGateways: [null] },
      { google: 'yes' },
    ].map((wrong) => JSON.stringify({ ...valid, ...wrong })),
  ])('%j falls back to the defaults', (content) => {
    expect(readPageSettings(content)).toEqual(defaultPageSettings);
  });

  it('are used unchanged if they are complete', () => {
    const settings = {
      productName: 'A',
      topicPrefix: 'b',
      organizerUrl: 'https://c.example',
      supportEmail: 'd@e.example',
      social: { chat: null, photos: 'https://f.example/', videos: null },
      demoFallback: true,
      paymentHosts: ['g.example'],
      demo: 'letters',
      payerRoot: '/demo/payments',
      playedGateways: ['h'],
      google: false,
      pushKey: 'BKunci',
    };
    expect(readPageSettings(JSON.stringify(settings))).toEqual(settings);
  });
});
