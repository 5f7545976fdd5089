// The beginning of a page: the rules may still be loading.
// @ts-check

/**
 * Waits until the rules answer, and tells the app which there are.
 * @param {import('./app.js').App} app
 */
export async function rulesReady(app) {
  while (!app.sets.length) {
    try {
      app.sets = (await app.ask({ ask: 'rules', rules: undefined, fen: undefined })).sets;
    } catch {
      await new Promise((r) => setTimeout(r, 700));
    }
  }

  app.emit('sets');
}
