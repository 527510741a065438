// Starts `maycrawl lsp` and connects it with VS Code.
'use strict';

const { window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

async function start() {
  const settings = workspace.getConfiguration('maycrawl');
  const command = settings.get('path');
  client = new LanguageClient(
    'maycrawl',
    'maycrawl',
    { command, args: ['lsp', '--profile', settings.get('profile')] },
    {
      documentSelector: [
        { scheme: 'file', language: 'robotstxt' },
        { scheme: 'untitled', language: 'robotstxt' },
      ],
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    window.showErrorMessage(
      `maycrawl: cannot start \`${command} lsp\`: ${error.message}. Install maycrawl, or set maycrawl.path.`,
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration('maycrawl')) {
        await stop();
        await start();
      }
    }),
  );
  await start();
};

exports.deactivate = stop;
