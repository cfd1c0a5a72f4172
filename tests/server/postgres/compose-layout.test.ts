import { expect, it, vi } from 'vitest';
import { startLayout } from '../../../lab/steer/layout.ts';
import { postgresUrl } from './own-database.ts';

it.skipIf(postgresUrl === undefined)(
  'the layout of compose.yaml runs as plain processes, and goes on while one of them stops',
  async () => {
    const layout = await startLayout({ STOP_DELAY_SECONDS: '0' });
    const health = async () => (await fetch(`${layout.origin}/api/health`)).status;
    try {
      expect(layout.servers.map(({ name }) => name)).toEqual(['one', 'two']);
      expect(layout.env.ROETIX_MODE).toBe('production');
      for (const { process, metrics } of layout.servers) {
        expect((await fetch(`${process.origin}/api/ready`)).status).toBe(200);
        expect((await fetch(`${process.origin}/dev`)).status).toBe(404);
        expect(await (await fetch(metrics)).text()).toMatch(/^roetix_broker_up 1$/m);
      }
      await layout.servers[0]?.process.stop();
      await vi.waitFor(async () => expect(await health()).toBe(200), 60_000);
    } finally {
      await layout.close();
    }
  },
  120_000,
);
