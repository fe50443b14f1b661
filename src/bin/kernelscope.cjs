#!/usr/bin/env node
require('../lib/bundle/cli.js');
