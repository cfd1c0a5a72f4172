import { describe, expect, it } from 'vitest';
import { defaultPageSettings, readPageSettings } from '../../contract/settings.ts';

describe('the settings of a page', () => {
  it.each([
    null,
    '',
    '{',
    'null',
    '{"productName":7}',
    '{"productName":"A","topicPrefix":"","organizerUrl":null}',
    '{"productName":"A","topicPrefix":"b","organizerUrl":"javascript:alert(1)"}',
    '{"productName":"A","topicPrefix":"b"}',
    '{"productName":"A","topicPrefix":"b","organizerUrl":null,"supportEmail":"nobody"}',
    '{"productName":"A","topicPrefix":"b","organizerUrl":null,"social":{"chat":null,"photos":"data:,","videos":null}}',
    '{"productName":"A","topicPrefix":"b","organizerUrl":null,"social":[]}',
    '{"productName":"A","topicPrefix":"b","organizerUrl":null,"demoFallback":1}',
    '{"productName":"A","topicPrefix":"b","organizerUrl":null,"paymentHosts":"a.example"}',
    '{"productName":"A","topicPrefix":"b","organizerUrl":null,"paymentHosts":[7]}',
    '{"productName":"A","topicPrefix":"b","organizerUrl":null,"demo":"on"}',
    '{"productName":"A","topicPrefix":"b","organizerUrl":null,"payerRoot":"//evil.example"}',
    '{"productName":"A","topicPrefix":"b","organizerUrl":null,"payerRoot":"javascript:alert(1)"}',
    '{"productName":"A","topicPrefix":"b","organizerUrl":null,"playedGateways":[null]}',
    '{"productName":"A","topicPrefix":"b","organizerUrl":null,"google":"yes"}',
  ])('%j falls back to the defaults', (content) => {
    expect(readPageSettings(content)).toEqual(defaultPageSettings);
  });

  it('of an older server leave the other defaults', () => {
    const told = { productName: 'A', topicPrefix: 'b', organizerUrl: null };
    expect(readPageSettings(JSON.stringify(told))).toEqual({ ...defaultPageSettings, ...told });
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
