#pragma once

int length();
