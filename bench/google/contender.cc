// google/robotstxt as a contender of the benchmarks: a program that checks URLs with the built library and measures
// itself. `bench/src/google.rs` compiles it, starts it once, and talks to it over standard input and output:
//
//   file BYTES URLS\n      then the bytes of the file and the URLs, each with a line end: how many are allowed?
//   round CALLS\n          checks all URLs CALLS times: how many nanoseconds did that take?

#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "robots.h"

namespace {

struct Subject {
  std::string robots;
  std::vector<std::string> urls;

  int CountAllowed() const {
    int allowed = 0;
    for (const std::string& url : urls) {
      googlebot::RobotsMatcher matcher;
      if (matcher.OneAgentAllowedByRobots(robots, "Googlebot", url)) ++allowed;
    }
    return allowed;
  }
};

Subject ReadSubject(std::istream& in) {
  size_t bytes = 0, urls = 0;
  in >> bytes >> urls;
  in.get();
  Subject subject;
  subject.robots.resize(bytes);
  in.read(&subject.robots[0], static_cast<std::streamsize>(bytes));
  subject.urls.resize(urls);
  for (std::string& url : subject.urls) std::getline(in, url);
  return subject;
}

}  // namespace

int main() {
  Subject subject;
  volatile int sink = 0;
  for (std::string command; std::cin >> command;) {
    if (command == "file") {
      subject = ReadSubject(std::cin);
      std::cout << subject.CountAllowed() << std::endl;
    } else if (command == "round") {
      int calls = 0;
      std::cin >> calls;
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < calls; ++i) sink = sink + subject.CountAllowed();
      const auto taken = std::chrono::steady_clock::now() - start;
      std::cout << std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count() << std::endl;
    } else {
      std::cerr << "unknown command: " << command << std::endl;
      return 2;
    }
  }
}
