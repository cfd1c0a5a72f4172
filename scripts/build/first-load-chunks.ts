import { fileURLToPath } from 'node:url';

/** Where the code begins that every page of the shop window needs; what these files import statically belongs to it. */
const beginnings = [
  'src/main.tsx',
  'src/app/routing/page-title.tsx',
  'src/screens/home/event-card.tsx',
  'src/ui/feedback/alert.tsx',
  'src/ui/navigation/dialog.tsx',
  'src/ui/navigation/pager.tsx',
].map((file) => fileURLToPath(new URL(`../../${file}`, import.meta.url)));

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

function reachable(graph: ModuleGraph): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (id: string) => {
    if (reached.has(id)) return;
    reached.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  for (const file of beginnings) visit(file);
  return reached;
}

/**
 * The file of the first load (decision 015): libraries and our own code in one, since a file packs the better the more it holds.
 * Everything else is left to the bundler.
 */
export function firstLoadChunks() {
  let reached: ReadonlySet<string> | null = null;
  return [
    {
      debugName: 'first load',
      name: (id: string, graph: ModuleGraph) => {
        reached ??= reachable(graph);
        // The entry stays a file of its own: where nothing is left in it, the manifest does not know it.
        return reached.has(id) && id !== beginnings[0] ? 'app' : null;
      },
    },
  ];
}
