#!/usr/bin/env perl
# Asks WWW::RobotRules about robots.txt files: perl ask.pl < questions > answers
# The lines are those of ask.py.
use strict;
use warnings;
no warnings 'uninitialized'; # the program compares names that a crawler without a name does not have
use JSON::PP;
use WWW::RobotRules;

my $site = "https://example.com";
my $json = JSON::PP->new->utf8;
$| = 1;
while (my $line = <STDIN>) {
    my $question = $json->decode($line);
    my @answers;
    my %read;
    for my $ask (@{ $question->{asks} }) {
        my ($name, $path) = @$ask;
        my $answer = eval {
            # The program reads a file for one crawler.
            my $rules = $read{$name} //= do {
                my $new = WWW::RobotRules->new($name);
                my $file = $question->{file};
                utf8::downgrade($file);
                $new->parse("$site/robots.txt", $file);
                $new;
            };
            $rules->allowed($site . $path) ? "a" : "d";
        };
        push @answers, $answer // "Error";
    }
    print $json->encode(\@answers), "\n";
}
